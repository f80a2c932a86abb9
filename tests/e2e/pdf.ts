/** Counts the pages of a PDF that Chromium wrote: each has an object of the type `/Page`, which is never compressed. */
export function countPages(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0
}
