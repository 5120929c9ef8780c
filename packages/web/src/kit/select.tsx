import type { Select as AntdSelect } from 'antd'
import type { ComponentProps } from 'react'
import { soon, StillBox } from './soon.tsx'

type Props = ComponentProps<typeof AntdSelect>

const Later = soon<Props>(async () => ({ default: (await import('./select-part.tsx')).PlainSelect }))

/** What is chosen, in words; options that are grouped or come from elsewhere have none yet. */
const shownOf = ({ value, options }: Props) => options?.find(option => option['value'] === value)?.label

/** A choice among a few, on the page itself: what it opens to comes once the page is quiet. */
export const Select = ((props: Props) => {
  const shown = shownOf(props)
  const size = props.size === 'small' ? 'small' : 'medium'
  const text = shown ?? props.placeholder
  return (
    <Later
      {...props}
      still={
        <StillBox
          size={size}
          set={shown !== undefined}
          text={text}
          className={props.style?.width ? '' : 'k-still-choice'}
          style={props.style}
        />
      }
    />
  )
}) as unknown as typeof AntdSelect
