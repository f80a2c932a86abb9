/**
 * Records what a visitor types, ticks and presses before hydration. Call the returned function after hydration: it replays
 * everything as events that React sees. This also works if React discarded the prerendered elements and rendered new ones.
 */
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
    // React ignores events that are dispatched inside its effects, so they are dispatched in a microtask after them.
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
    /** Forms submitted and buttons pressed before the scripts loaded. An inline script of the prerendered pages records them. */
    early?: Element[]
  }
}

/** Forms and buttons in document order. An element that React rendered anew has the same index as the one that it replaces. */
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
  // Restoring the checked radio button of a group is enough: the browser unchecks the others.
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
  // React ignores an input event if the value equals the last one that it tracked. Its value tracker wraps the `value` setter of this
  // field; calling that setter on another element updates the tracker without touching this field, because an assignment to the
  // field would end an IME composition in it.
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
