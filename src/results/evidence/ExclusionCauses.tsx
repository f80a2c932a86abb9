import { postSearchText } from '../../text/postSearch.ts'
import { xHelp } from '../../text/xHelp.ts'
import { OutLink } from '../../ui/OutLink.tsx'
import styles from './SearchByHand.module.css'

const words = postSearchText.causes

/** Why X may leave posts out of its search, as its own pages say, without a claim about these posts. */
export function ExclusionCauses() {
  return (
    <details className={styles['search']}>
      <summary className={`touchable unfolding ${styles['summary']}`}>{words.title}</summary>
      <div className={styles['steps']}>
        <p>{words.lead}</p>
        <ul className={styles['list']}>
          {words.list.map((cause) => (
            <li key={cause}>{cause}</li>
          ))}
        </ul>
        <p>{words.unknown}</p>
        {[xHelp.search, xHelp.reach].map(({ url, name }) => (
          <p key={url}>
            <OutLink href={url}>{name}</OutLink>
          </p>
        ))}
      </div>
    </details>
  )
}
