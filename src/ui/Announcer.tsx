/** Politely tells a screen reader what just changed. It stands on the page from the start: a region that comes with its words is not read. */
export function Announcer({ children }: { children: string }) {
  return <output className="visually-hidden">{children}</output>
}
