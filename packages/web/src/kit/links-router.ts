import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { openBy } from './links.ts'

/** Links drawn in cells open through the app's router. */
export function useLinks(): void {
  const router = useRouter()
  useEffect(() => openBy(path => router.history.push(path)), [router])
}
