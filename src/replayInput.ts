/**
 * Replays what a visitor typed and ticked before hydration, since React does not read the fields' state then. Each change is
 * reverted without React noticing, and made again with its event.
 */
export function replayInput(root: HTMLElement): void {
  for (const field of root.querySelectorAll('input')) {
    if (field.type === 'checkbox' || field.type === 'radio') replayCheck(field)
    else replayText(field)
  }
  const { activeElement } = document
  if (activeElement && root.contains(activeElement)) {
    activeElement.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  }
}

function replayCheck(field: HTMLInputElement): void {
  const byAnother = field.type === 'radio' && !field.checked
  if (field.checked === field.defaultChecked || byAnother) return
  field.checked = field.defaultChecked
  field.click()
}

function replayText(field: HTMLInputElement): void {
  const { value, selectionStart, selectionEnd } = field
  if (value === field.defaultValue) return
  field.value = field.defaultValue
  // React remembers what was assigned to the field itself, and hears of an input only when the value differs from that.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd)
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
