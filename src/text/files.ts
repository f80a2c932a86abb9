/** The sentences of sharing a picture and saving a file: loaded with the first result. */
export const filesText = {
  csv: 'CSVで保存',
  json: 'JSONで保存',
  batchColumns: ['URL', '結果', 'ポストの日時', '説明'],
  sharePicture: '画像で共有',
  savePicture: '画像を保存',
  pictureFailed: '画像を作れませんでした。',
} as const
