/** An answer of X: what its status and headers say, and its body where that is JSON. */
export type Reply = { status: number; headers: Headers; json: unknown }
