/** In a page: whether no row on the screen, or less than 400 px from it, still awaits its post's text. */
export function areTextsShown(): boolean {
  return [...document.querySelectorAll('[data-awaits]')].every((place) => {
    const rect = place.getClientRects()[0]
    return !rect || rect.bottom < -400 || rect.top > innerHeight + 400
  })
}
