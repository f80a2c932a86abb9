/** Removes the rows of a table whose time is over. */
export const sweepOf = (table: string) => `DELETE FROM ${table} WHERE expires <= ?`
