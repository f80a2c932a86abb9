import type { ComponentProps } from 'react'
import { useHref, useLinkClickHandler } from 'react-router-dom'
import type { To } from 'react-router-dom'

type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'onClick'> & { to: To; replace?: boolean }

/** A link within the site. The router's own brings its framework's prefetching along, 2 KB that nothing here uses. */
export function Link({ to, replace = false, children, ...props }: LinkProps) {
  const href = useHref(to)
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, replace ? { replace } : {})
  return (
    <a {...props} href={href} onClick={follow}>
      {children}
    </a>
  )
}
