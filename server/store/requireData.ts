import { stat } from 'node:fs/promises'
import { join } from 'node:path'

/** There is nothing to work on, or nothing that would help the server. Its message is for the operator. */
export class UnfitData extends Error {
  override name = 'UnfitData'
}

/** Files that every server has in its folder once it has started. */
const FILES = ['checker.db', 'claims.db', 'secrets.json']

/**
 * Holds a tool to the folder of a server: nothing is made where no server has been, and nothing is written that the server could not
 * read. Throws an `UnfitData`. With Redis there is no folder.
 */
export async function requireData({
  storeUrl,
  dataDir,
}: {
  storeUrl: string
  dataDir: string
}): Promise<void> {
  if (storeUrl !== '') return
  const files = await Promise.all(FILES.map((name) => stat(join(dataDir, name)).catch(() => null)))
  const [database, , secrets] = files
  if (!database || !secrets || files.includes(null))
    throw new UnfitData(
      `DATA_DIR (${dataDir}) holds no data of a server; give DATA_DIR or STORE_URL as the server has it.`,
    )
  if (database.uid !== secrets.uid && (secrets.mode & 0o044) === 0)
    throw new UnfitData(
      'secrets.json does not belong to the user that checker.db beside it belongs to: the server cannot read it; give it to that user first.',
    )
}
