import type { Refusals } from '../declaration.ts'

/** Files that are put up. */
export const refusals = {
  'file.missing': { status: 400, field: 'file', zh: '请选择一个文件', en: 'Choose a file' },
  'file.onlyOne': { status: 400, field: 'file', zh: '一次只能上传一个文件', en: 'Only one file can be uploaded at a time' },
  'file.empty': { status: 422, field: 'file', zh: '文件是空的', en: 'The file is empty' },
  'file.tooLarge': { status: 413, field: 'file', zh: '文件不能超过 {max} MB', en: 'The file must not exceed {max} MB' },
  'file.kind': { status: 415, field: 'file', zh: '只能上传 {kinds} 格式的文件', en: 'Only {kinds} files can be uploaded' },
  'file.mismatch': {
    status: 415,
    field: 'file',
    zh: '文件内容与文件名不符：名称为 {claimed}，内容为 {found}',
    en: 'The file name says {claimed}, but the content is {found}',
  },
  'file.dimensions': {
    status: 422,
    field: 'file',
    zh: '图片过大：{width} × {height} 像素，最长边不超过 {side} 像素',
    en: 'The picture is too large: {width} × {height} pixels; the longer side must not exceed {side} pixels',
  },
  'file.unreadable': {
    status: 422,
    field: 'file',
    zh: '文件已损坏，无法读取',
    en: 'The file is damaged and cannot be read',
  },
} as const satisfies Refusals
