/** Shows what a page that came back has kept out of sight until its earlier answer stands, or there is none. */
export function showAll(): void {
  delete document.documentElement.dataset['back']
}
