/** A polite live region for screen readers. It must be on the page from the start: a region that is added with its text is not read. */
export function Announcer({ children }: { children: string }) {
  return <output className="visually-hidden">{children}</output>
}
