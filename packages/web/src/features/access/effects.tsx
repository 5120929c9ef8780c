import type { accessEffects, Returned } from '@forecourt/contract'
import { t } from '../../i18n/index.ts'
import { pageWord, permissionWord } from './access-words.ts'
import './access.css'

type Answer = Returned<typeof accessEffects>
type Moved = Answer['content'][number]['gains']

const said = ({ pages, permissions }: Moved) => [...pages.map(pageWord), ...permissions.map(permissionWord)]

/** Who would gain and lose what. Those to whom the same happens stand together. */
export function Effects({ content, totalElements }: Answer) {
  if (totalElements === 0) return <p className="effects-none">{t('effects.nobody')}</p>
  const alike = Map.groupBy(content, ({ gains, loses }) => JSON.stringify([gains, loses]))
  return (
    <ul className="effects">
      {[...alike].map(([key, people]) => (
        <li key={key}>
          <strong>{people.map(({ name }) => name).join(t('login.between'))}</strong>
          {(['gains', 'loses'] as const).map(way => {
            const words = said(people[0]![way])
            return (
              words.length > 0 && (
                <p key={way} className={way}>
                  <span className={`k-tag k-${way === 'gains' ? 'good' : 'off'}`}>{t(`effects.${way}`)}</span>
                  <span>{words.join(t('login.between'))}</span>
                </p>
              )
            )
          })}
        </li>
      ))}
      {totalElements > content.length && <li>{t('effects.more', { count: totalElements - content.length })}</li>}
    </ul>
  )
}
