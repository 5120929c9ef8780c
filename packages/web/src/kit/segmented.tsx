import type { Segmented as AntdSegmented } from 'antd'
import type { ComponentProps, ReactNode } from 'react'
import { soon, StillSegments } from './soon.tsx'

type Props = ComponentProps<typeof AntdSegmented>
type Option = string | number | { value: unknown; label?: ReactNode }

const Later = soon<Props>(async () => ({ default: (await import('./segmented-part.tsx')).PlainSegmented }))

const valueOf = (option: Option) => (typeof option === 'object' ? option.value : option)
const wordsOf = (option: Option) => (typeof option === 'object' ? option.label : option)

/** One of a few beside each other, on the page itself: what moves between them comes once the page is quiet. */
export const Segmented = ((props: Props) => {
  const options = props.options as readonly Option[]
  return (
    <Later
      {...props}
      still={
        <StillSegments
          size={props.size === 'small' ? 'small' : 'medium'}
          block={props.block ?? false}
          of={options.map(option => ({ words: wordsOf(option), set: valueOf(option) === props.value }))}
        />
      }
    />
  )
}) as unknown as typeof AntdSegmented
