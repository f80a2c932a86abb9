import { useTransition } from 'react'
import type { ComponentProps } from 'react'
import { useHref, useLinkClickHandler } from 'react-router-dom'
import type { To } from 'react-router-dom'

type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'onClick'> & { to: To; replace?: boolean }

/** A link within the site, busy while its page is loading. The router's own `Link` would add 2 KB of prefetching code that is not used here. */
export function Link({ to, replace = false, children, ...props }: LinkProps) {
  const href = useHref(to)
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, replace ? { replace } : {})
  const [arriving, startTransition] = useTransition()
  return (
    <a {...props} href={href} aria-busy={arriving} onClick={(event) => startTransition(() => follow(event))}>
      {children}
    </a>
  )
}
