/** The sentences of sharing a picture and saving a file: loaded with the first result. */
export const filesText = {
  /** The browser has the file; whether and where it keeps it is its own business. */
  saved: (name: string) => `${name} の保存を始めました`,
  pictureShared: '画像を共有しました',
  csv: 'CSVで保存',
  json: 'JSONで保存',
  inJapan: (name: string) => `${name}（日本時間）`,
  inIso: (name: string) => `${name}（ISO 8601）`,
  /** The columns of a batch. */
  batch: {
    url: 'URL',
    result: '結果',
    posted: 'ポストの日時',
    about: '説明',
    searched: 'API検索',
    searchedAt: '確認日時',
    author: '投稿者',
    own: 'あなたの確認',
    ownAt: 'あなたの確認の日時',
    checkedAt: 'チェック日時',
    data: 'データ',
    version: '判定方法の版',
  },
  /** Where the data come from. */
  demo: 'デモ用の架空データ',
  real: 'X',
  /** Whether search found a post. */
  searched: { true: '見つかった', false: '見つからなかった', null: '調べていない' },
  /** Beside other buttons. */
  picture: '画像',
  sharePicture: '画像で共有',
  savePicture: '画像を保存',
  pictureFailed: '画像を作れませんでした。',
} as const
