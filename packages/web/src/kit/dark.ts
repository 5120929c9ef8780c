import { theme } from 'antd'

/** Whether light words stand on a dark ground. */
export function useIsDark(): boolean {
  const { token } = theme.useToken()
  return Number.parseInt(token.colorTextBase.slice(1, 3), 16) > 0x80
}
