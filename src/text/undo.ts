export const undoText = { undo: '元に戻す', restored: '元に戻しました。' } as const
