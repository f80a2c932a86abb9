import { useSetAtom } from 'jotai'
import { SANDBOX_ACCOUNTS } from '../../contract/sandboxAccounts.ts'
import { Sentence } from '../text/Sentence.tsx'
import { typeScreenNameAtom } from './formAtoms.ts'
import styles from './SandboxAccountList.module.css'

export function SandboxAccountList({ onChoice }: { onChoice: () => void }) {
  const type = useSetAtom(typeScreenNameAtom)
  return (
    <ul className={`plain small ${styles['list']}`}>
      {SANDBOX_ACCOUNTS.map(({ name, state }) => (
        <li key={name} className="line">
          <button
            type="button"
            className={`link-button bold ${styles['name']}`}
            onClick={() => {
              type(name)
              onChoice()
            }}
          >
            {name}
          </button>
          <Sentence>{state}</Sentence>
        </li>
      ))}
    </ul>
  )
}
