import { useSetAtom } from 'jotai'
import { useLayoutEffect } from 'react'
import { enterFindingsAtom } from '../../findings/findings.ts'

/** Enters an account's findings before anything of it can be pressed: an answer belongs to the account that was entered. */
export function useFindingsOf(name: string | undefined): void {
  const enter = useSetAtom(enterFindingsAtom)
  useLayoutEffect(() => {
    if (name !== undefined) void enter(name)
  }, [enter, name])
}
