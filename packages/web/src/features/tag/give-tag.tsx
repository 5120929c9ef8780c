import { members, tags } from '@forecourt/contract'
import { count } from '../../core/money.ts'
import { contains, either, startsWith, type Term } from '../../core/search.ts'
import { t } from '../../i18n/index.ts'
import type { ControlProps } from '../../kit/form/control-props.ts'
import { ActButton } from '../../kit/form/act-button.tsx'
import { ReferencesSelect } from '../../kit/reference.tsx'
import type { Tag } from './tag-form.tsx'

/** A name in part, or how a mobile number begins. */
const findMembers = (keyword: string): Term[] => [either([contains('name', keyword), startsWith('mobile', keyword)])]
const called = (row: object) => {
  const { name, mobile } = row as { name: string; mobile: string | null }
  return mobile ? `${name} · ${mobile}` : name
}
const chooseMembers = ({ id, value, onChange, disabled }: ControlProps) => (
  <ReferencesSelect
    {...{ id, value, onChange, disabled }}
    resource={members.name}
    find={findMembers}
    label={called}
    placeholder={t('tagPage.findMember')}
  />
)

/** Gives a tag to members who are found by their mobile number or their name. */
export const GiveTag = ({ tag }: { tag: Pick<Tag, 'id' | 'name'> }) => (
  <ActButton
    of={tags.give}
    fields={['userIds']}
    defaults={{ tagId: tag.id }}
    words="tagGive"
    changes={['tags', 'memberTags', 'members', 'auditLogs']}
    controls={{ userIds: chooseMembers }}
    label={t('tagPage.give')}
    title={t('tagPage.giveOf', { name: tag.name })}
    submitLabel={t('tagPage.give')}
    done={({ changed }) => t('tagPage.given', { count: count(changed) })}
    button={{ type: 'primary' }}
  />
)
