/** The path of saved results of posts, before their id. */
export const HISTORY_PATH = '/tweetcheck/history/'
