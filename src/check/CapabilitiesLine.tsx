import { useAtomValue, useSetAtom } from 'jotai'
import { useMemo } from 'react'
import { useAhead } from '../load/useAhead.tsx'
import { capabilitySentence, postCapabilitySentence } from '../text/capabilitySentence.ts'
import { Sentence } from '../text/Sentence.tsx'
import { askCapabilitiesAtom, capabilitiesAtom } from './capabilitiesAtom.ts'
import styles from './CapabilitiesLine.module.css'

const SENTENCES = { account: capabilitySentence, posts: postCapabilitySentence }

/** What the server can judge, said before a check. It is asked ahead, as parts of the app are fetched; room for its answer is kept from the start. */
export function CapabilitiesLine({ about }: { about: keyof typeof SENTENCES }) {
  const capabilities = useAtomValue(capabilitiesAtom)
  const ask = useSetAtom(askCapabilitiesAtom)
  useAhead(useMemo(() => [{ ahead: ask }], [ask]))
  const sentence = SENTENCES[about](capabilities)
  return (
    <p className={styles['line']} data-about={about}>
      {/* Replaced as a whole: words that move within the line would count as a shift of the layout. */}
      <Sentence key={sentence}>{sentence}</Sentence>
    </p>
  )
}
