import { useSetAtom } from 'jotai'
import { postUrlOf } from '../../../contract/PostUrl.ts'
import { formatMinute } from '../../text/formatTime.ts'
import { logText } from '../../text/log.ts'
import { postSearchText } from '../../text/postSearch.ts'
import { Sentence } from '../../text/Sentence.tsx'
import { sightingText } from '../../text/sighting.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { OutLink } from '../../ui/OutLink.tsx'
import styles from '../parts/records.module.css'
import type { PostFinding } from '../store/PostFinding.ts'
import { logAtoms } from './logAtoms.ts'

/** What the visitor saw of single posts, newest first. */
export function PostFindingsCard({ findings }: { findings: readonly PostFinding[] }) {
  if (findings.length === 0) return null
  return (
    <Card aria-label={logText.postFindings}>
      <h2>{logText.postFindings}</h2>
      {findings.map((finding) => (
        <PostFindingLine key={finding.id} finding={finding} />
      ))}
    </Card>
  )
}

function PostFindingLine({ finding }: { finding: PostFinding }) {
  const remove = useSetAtom(logAtoms.removeAtom)
  const { id, name, answer, at } = finding
  const described = `post-finding-${id}`
  return (
    <div className={styles['finding']}>
      <div id={described}>
        <p>
          <OutLink href={postUrlOf({ name, id })}>{logText.postOf(name)}</OutLink>
        </p>
        <p>
          <Sentence>{sightingText.own(postSearchText.see.answers[answer], formatMinute(at))}</Sentence>
        </p>
      </div>
      <Button
        aria-describedby={described}
        onClick={() => void remove({ table: 'postFindings', key: id, row: finding })}
      >
        {logText.remove}
      </Button>
    </div>
  )
}
