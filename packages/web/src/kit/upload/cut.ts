export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
/** No longer than this on either side: enough for a logo on a sheet of paper. */
const sideMost = 1600

/** The part of a picture, as a file of the same kind and name. @throws when the browser cannot read it */
export async function cut(file: File, { x, y, width, height }: Area): Promise<File> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, sideMost / Math.max(width, height))
  const canvas = new OffscreenCanvas(Math.round(width * scale), Math.round(height * scale))
  canvas.getContext('2d')!.drawImage(picture, x, y, width, height, 0, 0, canvas.width, canvas.height)
  picture.close()
  const type = file.type === 'image/png' ? 'image/png' : 'image/jpeg'
  return new File([await canvas.convertToBlob({ type, quality: 0.92 })], file.name, { type })
}
