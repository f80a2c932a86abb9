/** Loads and runs the preparation of a check, on the first focus of a form. What fails here is tried again by the check. */
export function prepareOnFocus(): void {
  import('./prepare.ts').then(({ prepare }) => prepare()).catch(() => undefined)
}
