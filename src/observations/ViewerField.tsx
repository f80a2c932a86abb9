import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { VIEWERS } from '../../contract/feedback.ts'
import type { Viewer } from '../../contract/feedback.ts'
import type { Subject } from '../storage/records.ts'
import { viewerText } from '../text/viewers.ts'
import { observeAtom, observedAtom, viewerAtom } from './observations.ts'

/** Asks with which account the visitor looks, since X hides some things from some alone. `children` ask what they saw. */
export function ViewerField({ subject, children }: { subject: Subject; children: ReactNode }) {
  const [chosen, choose] = useAtom(viewerAtom)
  const observed = useAtomValue(observedAtom)(subject)
  const observe = useSetAtom(observeAtom)
  const id = useId()
  const viewer = observed ? observed.viewer : chosen
  return (
    <>
      <div className="stack gap-4">
        <label htmlFor={id}>{viewerText.question}</label>
        <select
          id={id}
          className="text-input unmuted"
          aria-describedby={`${id}-hint`}
          value={viewer ?? ''}
          onChange={({ target }) => {
            choose(VIEWERS.find((one) => one === target.value) satisfies Viewer | undefined)
            if (observed) void observe(subject, observed.answer)
          }}
        >
          <option value="">{viewerText.none}</option>
          {VIEWERS.map((one) => (
            <option key={one} value={one}>
              {viewerText.viewers[one]}
            </option>
          ))}
        </select>
      </div>
      {children}
      <p id={`${id}-hint`} className="muted small">
        {viewerText.hint}
      </p>
    </>
  )
}
