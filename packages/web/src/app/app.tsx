import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { App as Antd, ConfigProvider } from 'antd'
import { useEffect, useMemo } from 'react'
import { ApiError } from '../core/api.ts'
import { useSettings } from '../core/settings.ts'
import { antdLocale } from './locale.ts'
import { router } from './router.tsx'
import { themeOf } from './theme.ts'
import { useDark } from './use-dark.ts'
import './app.css'

/** A refusal is an answer: asking again changes nothing. What had no answer is asked once more. */
const again = (failures: number, error: unknown) => failures < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 500)

export const queries = new QueryClient({
  defaultOptions: { queries: { retry: again, staleTime: 5_000, refetchOnWindowFocus: false }, mutations: { retry: false } },
})

export function App() {
  const { color, density } = useSettings()
  const dark = useDark()
  const theme = useMemo(() => themeOf(color, dark, density), [color, dark, density])
  useEffect(() => {
    document.documentElement.dataset['theme'] = dark ? 'dark' : 'light'
    document.documentElement.dataset['density'] = density
    document.documentElement.style.colorScheme = dark ? 'dark' : 'light'
  }, [dark, density])
  return (
    <ConfigProvider
      locale={antdLocale()}
      theme={theme}
      button={{ autoInsertSpace: false }}
      componentSize={density === 'comfortable' ? 'large' : 'middle'}>
      <Antd className="root" message={{ maxCount: 3, duration: 2 }}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </Antd>
    </ConfigProvider>
  )
}
