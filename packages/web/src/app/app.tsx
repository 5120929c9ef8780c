import { QueryCache, QueryClient, QueryClientProvider, type Query } from '@tanstack/react-query'
import { ConfigProvider } from 'antd'
import { useEffect, useMemo } from 'react'
import { ApiError, reportFailure, whenCallFails } from '../core/api.ts'
import { useSettings } from '../core/settings.ts'
import { antdLocale } from './locale.ts'
import { useDark } from '../kit/dark.ts'
import { loadDialogs, useHolder } from '../kit/feedback/dialogs.ts'
import { toast } from '../kit/feedback/toast.ts'
import { Routes } from './routes.tsx'
import { builtTheme } from './built-theme.ts'
import { themeOf } from './theme.ts'
import './app.css'
import './older.css'

/** A refusal is an answer: asking again changes nothing. What had no answer is asked once more. */
const again = (failures: number, error: unknown) => failures < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 500)

type Asked = Pick<Query<unknown, unknown>, 'queryKey' | 'state' | 'meta'>

/** How often each had been read when its failure was last said. */
const saidAt = new WeakMap<Asked, number>()
/** What is read again and again says once that it fails, and again when it fails after it had worked. */
function isNew(query: Asked): boolean {
  const { data, dataUpdateCount } = query.state
  if (data !== undefined && saidAt.get(query) === dataUpdateCount) return false
  saidAt.set(query, dataUpdateCount)
  return true
}

/**
 * Options that failed to load are only logged: the page itself is still usable. A record that is not there, or not the user's, is said by
 * the page that shows it. @source spec 0 §8
 */
function noteLost(error: Error, query: Asked): void {
  if (query.queryKey[1] === 'options') console.warn(`options of ${String(query.queryKey[0])}: ${error.message}`)
  else if (error instanceof ApiError && !(query.meta?.['saidOnPage'] && isOutOfReach(error)) && isNew(query)) reportFailure(error)
}
const isOutOfReach = ({ status }: ApiError) => status === 403 || status === 404
whenCallFails(toast.failed)

export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: noteLost }),
  defaultOptions: { queries: { retry: again, staleTime: 5_000, refetchOnWindowFocus: false }, mutations: { retry: false } },
})

/** The first page stands by then, and has the line for itself. */
const dialogsAfterMs = 1_000

/** What is chosen stays readable while its list is open: the library would leave a quarter of it. */
const choice = { styles: { content: { opacity: 1 } } }

export function App() {
  const { color, density } = useSettings()
  const dark = useDark()
  const { Holder, onReady, plain } = useHolder()
  const theme = useMemo(() => (import.meta.env.DEV ? themeOf(color, dark, density) : builtTheme(dark, density)), [color, dark, density])
  useEffect(() => {
    const timer = setTimeout(loadDialogs, dialogsAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <ConfigProvider
      locale={antdLocale()}
      theme={theme}
      button={{ autoInsertSpace: false }}
      select={choice}
      componentSize={density === 'comfortable' ? 'large' : 'middle'}>
      <QueryClientProvider client={queries}>
        <Routes />
        {Holder && <Holder onReady={onReady} />}
        {plain && (
          <p className="plain-toast" role="alert">
            {plain}
          </p>
        )}
      </QueryClientProvider>
    </ConfigProvider>
  )
}
