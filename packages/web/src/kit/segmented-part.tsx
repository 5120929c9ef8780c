import { Segmented } from 'antd'
import type { ComponentProps } from 'react'

export const PlainSegmented = (props: ComponentProps<typeof Segmented>) => <Segmented {...props} />
