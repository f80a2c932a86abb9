import { useEffect, useId, useRef, useState } from 'react'
import * as v from 'valibot'
import { BANS } from '../../../contract/outcomes.ts'
import type { Ban } from '../../../contract/outcomes.ts'
import { ScreenName } from '../../../contract/wire.ts'
import { shareUrl } from '../../config.ts'
import { BanTitle } from '../../results/BanTitle.tsx'
import { Sentence } from '../../text/Sentence.tsx'
import { guideText } from '../../text/guide.ts'
import { resultText } from '../../text/result.ts'
import { Button, OutLink } from '../../ui/controls.tsx'
import { GUIDE_PARAMETER } from './guideAtoms.ts'
import styles from './GuidedCheck.module.css'

/** The items in the address, apart by dots. */
const SEPARATOR = '.'

type Asked = { name: string; bans: readonly Ban[] }

const AskedFriend = v.object({
  name: ScreenName,
  bans: v.pipe(v.array(v.picklist(BANS)), v.minLength(1), v.maxLength(BANS.length)),
})

/** A link that shows a friend the steps for these items of an account. It holds the name and the items, and nothing of the answer. */
export function friendUrl({ name, bans }: Asked): string {
  return shareUrl(`?screen_name=${name}&${GUIDE_PARAMETER}=${bans.join(SEPARATOR)}`)
}

/** What the address asks a friend to look at; null where it asks for nothing, or for what there is not. */
export function readFriendUrl(search: string): Asked | null {
  const parameters = new URLSearchParams(search)
  const read = v.safeParse(AskedFriend, {
    name: parameters.get('screen_name'),
    bans: parameters.get(GUIDE_PARAMETER)?.split(SEPARATOR),
  })
  return read.success ? { ...read.output, bans: [...new Set(read.output.bans)] } : null
}

const { friend } = guideText

/** The steps for somebody who was asked to look, with X's pages. What they saw they tell the one who asked: nothing is kept or sent here. */
export function FriendGuide() {
  const [asked, setAsked] = useState(() => readFriendUrl(location.search))
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const id = useId()
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal()
    title.current?.focus()
  }, [])
  if (!asked) return null
  const { name, bans } = asked
  const leave = () => {
    history.replaceState(history.state, '', `?screen_name=${name}`)
    setAsked(null)
  }
  return (
    <dialog ref={dialog} aria-labelledby={id} className={styles['dialog']} onClose={leave}>
      <h2 ref={title} id={id} tabIndex={-1} className={styles['title']}>
        <Sentence>{friend.title(name)}</Sentence>
      </h2>
      <p>{friend.lead}</p>
      {bans.map((ban) => (
        <section key={ban} className="stack">
          <h3 className="regular">
            <BanTitle ban={ban} />
          </h3>
          <ol className={`stack gap-4 ${styles['steps']}`}>
            {resultText.ban[ban].steps(name).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ol>
          <p>
            <OutLink href={resultText.ban[ban].page(name)}>{resultText.ban[ban].link}</OutLink>
          </p>
        </section>
      ))}
      <p>{friend.end}</p>
      <Button kind="filled" onClick={() => dialog.current?.close()}>
        {friend.close}
      </Button>
    </dialog>
  )
}
