import { encode, renderSVG } from 'uqr'

/** Read from paper that has become dirty, and with the four empty modules around it that readers want. @source ISO/IEC 18004 */
const options = { ecc: 'M', border: 4 } as const
const pngPixels = 1024

/** The code of a link, drawn where it stands: it is there at once, also on paper. */
export function QrPicture({ link, label }: { link: string; label: string }) {
  const { data, size } = encode(link, options)
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg className="qr-picture" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path className="qr-light" d={`M0 0h${size}v${size}h-${size}z`} />
      <path className="qr-dark" d={dark.join('')} />
    </svg>
  )
}

export const svgFile = (link: string): Blob => new Blob([renderSVG(link, options)], { type: 'image/svg+xml' })

/** Whole pixels for each module: edges stay sharp. */
export async function pngFile(link: string): Promise<Blob> {
  const { data, size } = encode(link, options)
  const scale = Math.ceil(pngPixels / size)
  const canvas = new OffscreenCanvas(size * scale, size * scale)
  const pen = canvas.getContext('2d')!
  pen.fillStyle = 'white'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = 'black'
  for (const [y, row] of data.entries()) for (const [x, dark] of row.entries()) if (dark) pen.fillRect(x * scale, y * scale, scale, scale)
  return canvas.convertToBlob({ type: 'image/png' })
}
