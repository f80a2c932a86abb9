/** Keeps what a visitor types, ticks and presses before hydration. The returned function hands it to React, also where that has made the page anew. */
export function preserveInput(root: HTMLElement): () => void {
  const before = fieldsIn(root)
  const places = pressablesIn(root)
  let focused: unknown = document.activeElement
  const follow = ({ target }: Event) => {
    focused = target
  }
  root.addEventListener('focusin', follow)
  return () => {
    root.removeEventListener('focusin', follow)
    const after = fieldsIn(root)
    const preserved = [...before].flatMap(([place, field]) => changedInput(field, after.get(place)))
    const heir = [...before].find(([, field]) => field === focused && !field.isConnected)
    const focus = heir ? after.get(heir[0]) : undefined
    // React does not take events from within its effects, but in between.
    queueMicrotask(() => {
      for (const one of preserved) restoreInput(one)
      if (focus) focus.focus()
      else replayFocus(root)
      replayPresses(root, places)
    })
  }
}

declare global {
  interface Window {
    /** The forms and buttons that were submitted and pressed before the scripts came, as the page's markup notes it; in no page that is not prerendered. */
    early?: Element[]
  }
}

/** Forms and buttons in the order of the page: those in the same place do the same, also where React has made the page anew. */
const pressablesIn = (root: HTMLElement): Element[] => [...root.querySelectorAll('form, button')]

function replayPresses(root: HTMLElement, before: readonly Element[]): void {
  const now = pressablesIn(root)
  for (const early of new Set(window.early?.splice(0))) {
    const heir = early.isConnected ? early : now[before.indexOf(early)]
    if (heir instanceof HTMLFormElement)
      heir.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
    else if (heir instanceof HTMLElement) heir.click()
  }
}

function fieldsIn(root: HTMLElement): Map<string, HTMLInputElement> {
  const fields = new Map<string, HTMLInputElement>()
  for (const field of root.querySelectorAll('input')) {
    let number = 0
    const place = () => `${field.type} ${field.name} ${number}`
    while (fields.has(place())) number++
    fields.set(place(), field)
  }
  return fields
}

function changedInput(old: HTMLInputElement, field: HTMLInputElement | undefined) {
  const { value, checked, selectionStart, selectionEnd } = old
  const isTicked = isBox(old)
  const isNew = isTicked ? checked !== old.defaultChecked : value !== old.defaultValue
  // Of several radio buttons the one that was chosen tells all.
  if (!field || !isNew || (old.type === 'radio' && !checked)) return []
  const selection: [number, number] | null =
    isTicked || selectionStart === null ? null : [selectionStart, selectionEnd ?? selectionStart]
  return [{ field, value, checked, selection }]
}
type PreservedInput = ReturnType<typeof changedInput>[number]

const isBox = ({ type }: HTMLInputElement) => type === 'checkbox' || type === 'radio'

function restoreInput({ field, value, checked, selection }: PreservedInput): void {
  if (isBox(field)) {
    field.checked = !checked
    field.click()
    return
  }
  const remembered = Object.getOwnPropertyDescriptor(field, 'value')?.set
  // React hears of an input only when the value differs from what it remembers. It remembers what is assigned, here to another field: this
  // one is left alone, since an assignment would end what an input method composes in it.
  remembered?.call(document.createElement('input'), field.defaultValue)
  if (field.value !== value) {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
    if (selection) field.setSelectionRange(...selection)
  }
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

function replayFocus(root: HTMLElement): void {
  const { activeElement } = document
  if (activeElement && root.contains(activeElement)) {
    activeElement.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  }
}
