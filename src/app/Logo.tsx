/** Two overlapping discs: what is there, and its shadow. */
export function Logo() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <circle cx="18" cy="18" r="13" fill="var(--accent)" opacity="0.35" />
      <circle cx="14.5" cy="14.5" r="13" fill="var(--accent)" />
    </svg>
  )
}
