/** Path of the pages of saved post checks; the id follows. */
export const HISTORY_PATH = '/tweetcheck/history/'
