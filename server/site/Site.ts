export type Encoding = 'br' | 'gzip'
export type SiteFile = {
  body: Buffer<ArrayBuffer>
  encoded: Partial<Record<Encoding, Buffer<ArrayBuffer>>>
  etag: string
}
/** The built site by URL path. Read once: a path that is no key of it can reach no file. */
export type Site = ReadonlyMap<string, SiteFile>
