import { useTransition } from 'react'
import type { ComponentProps } from 'react'
import { useHref, useLinkClickHandler } from 'react-router-dom'
import type { To } from 'react-router-dom'

type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'onClick'> & { to: To; replace?: boolean }

/** A link within the site; it shows that its page is on the way when that takes long. The router's own brings its framework's prefetching along, 2 KB that nothing here uses. */
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
