import type { Fetcher } from '@cloudflare/workers-types'
import type { ObjectsNamed } from './ObjectsNamed.ts'
import type { StoreObject } from './StoreObject.ts'
import type { UpstreamObject } from './UpstreamObject.ts'

/** What `wrangler.jsonc` binds. Beside it stand the variables and secrets of the server's configuration, as strings. */
export type Bindings = {
  STORE: ObjectsNamed<StoreObject>
  UPSTREAM_X: ObjectsNamed<UpstreamObject>
  ASSETS: Pick<Fetcher, 'fetch'>
}
