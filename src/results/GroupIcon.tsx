import type { Group } from '../../contract/postVerdicts.ts'

const PATHS = {
  ok: 'M3 8.5 6.5 12 13 4.5',
  excluded: 'M4 4l8 8M12 4l-8 8',
  quote: 'M6.5 4.5C4.5 5.5 3.5 7 3.5 9v2.5H7V8H4.5M13 4.5c-2 1-3 2.5-3 4.500v2.500h3.500V8H11',
  restricted: 'M4 7.5h8V13H4zM5.500 7.500V5.500a2.500 2.500 0 0 1 5 0v2',
  unsearched: 'M7 11.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9M10.500 10.500 14 14',
  error: 'M8 3v6.500M8 12.400v.100',
} as const satisfies Record<Group, string>

/** The icon of a group, in the colour of the text beside it. */
export function GroupIcon({ group }: { group: Group }) {
  return (
    <svg viewBox="0 0 16 16" width="1em" height="1em" aria-hidden="true">
      <path
        d={PATHS[group]}
        fill="none"
        stroke="currentColor"
        strokeWidth="2.25"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
