import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useId, useRef } from 'react'
import { closeGuideAtom, guideAtom, resumeGuideAtom } from './guideAtoms.ts'
import type { Guide } from './guideAtoms.ts'
import styles from './GuidedCheck.module.css'
import { GuideEnd } from './GuideEnd.tsx'
import { GuideStep } from './GuideStep.tsx'
import { keepGuide, keptGuide } from './guideStore.ts'
import { useFindingsOf } from './useFindingsOf.tsx'

/** The guided check of what no server can judge, an item at a time. A tab that was discarded meanwhile goes on where it was. */
export function GuidedCheck() {
  const guide = useAtomValue(guideAtom)
  const resume = useSetAtom(resumeGuideAtom)
  useEffect(() => resume(keptGuide()), [resume])
  useFindingsOf(guide?.name)
  return guide && <GuideDialog guide={guide} />
}

function GuideDialog({ guide }: { guide: Guide }) {
  const close = useSetAtom(closeGuideAtom)
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => keepGuide(guide), [guide])
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  const ban = guide.bans[guide.step]
  const leave = () => dialog.current?.close()
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className={styles['dialog']}
      onClose={() => {
        keepGuide(null)
        close()
      }}
    >
      {ban ? (
        <GuideStep key={ban} ban={ban} guide={guide} titleId={id} onLeave={leave} />
      ) : (
        <GuideEnd guide={guide} titleId={id} onLeave={leave} />
      )}
    </dialog>
  )
}
