import { Select } from 'antd'
import type { ComponentProps } from 'react'

export const PlainSelect = (props: ComponentProps<typeof Select>) => <Select {...props} />
