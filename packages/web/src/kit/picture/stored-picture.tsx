import { useEffect, useRef, useState, type ReactNode } from 'react'
import { usePicture } from '../../core/picture.ts'
import './picture.css'

export interface StoredPictureProps {
  id: number | null | undefined
  alt: string
  /** Says how large it is: what waits for the picture has the same size, so that nothing moves when it comes. */
  className?: string | undefined
  /** In place of a picture that there is not, that this user is not given, or that did not come. */
  fallback?: ReactNode
  /** Around the picture and what waits for it, not around what stands in its place: a button that opens it. */
  frame?: (shown: ReactNode) => ReactNode
  /** Fetched once it is near the screen: for the rows of a list. */
  lazy?: boolean
}

/** A stored picture, by its id. Only pictures are shown: what else an id might name is not drawn. */
export function StoredPicture({ id, alt, className, fallback = null, frame = shown => shown, lazy = false }: StoredPictureProps) {
  const [near, setNear] = useState(!lazy)
  const picture = usePicture(near ? id : undefined)
  const [broken, setBroken] = useState<string>()
  if (!id) return fallback
  if (!near) return frame(<Waiting className={className} onNear={() => setNear(true)} />)
  if (picture.state === 'loading') return frame(<Waiting className={className} />)
  if (picture.state !== 'there' || picture.url === broken) return fallback
  return frame(<img src={picture.url} alt={alt} className={className} onError={() => setBroken(picture.url)} />)
}

function Waiting({ className, onNear }: { className: string | undefined; onNear?: () => void }) {
  const place = useRef<HTMLSpanElement>(null)
  const near = useRef(onNear)
  useEffect(() => {
    if (!near.current) return
    const watch = new IntersectionObserver(entries => entries.some(({ isIntersecting }) => isIntersecting) && near.current?.(), {
      rootMargin: '200px',
    })
    watch.observe(place.current!)
    return () => watch.disconnect()
  }, [])
  return <span ref={place} className={className ? `k-picture-wait ${className}` : 'k-picture-wait'} aria-hidden />
}
