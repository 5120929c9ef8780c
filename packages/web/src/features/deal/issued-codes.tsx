import { count } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { copyText } from '../../kit/feedback/copy-text.ts'
import { useToast } from '../../kit/feedback/toast.ts'
import { csvOf, saveFile } from '../../kit/list/csv.ts'
import { Button } from '../../kit/ui.ts'
import './deal.css'

/** The codes that were made, to be handed out. */
export function IssuedCodes({ codes, name, onClose }: { codes: readonly string[]; name: string; onClose: () => void }) {
  const toast = useToast()
  const copy = async () => {
    if (await copyText(codes.join('\n'))) toast.done(t('kit.copied'))
  }
  const title = t('issuePage.codesTitle', { count: count(codes.length) })
  return (
    <>
      <h3>{title}</h3>
      <p className="k-quiet">{t('issuePage.codesHelp')}</p>
      {/* It scrolls, so it can be reached to be scrolled by keys. */}
      <ol className="deal-codes" tabIndex={0} aria-label={title}>
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="k-form-end">
        <Button onClick={() => void copy()}>{t('issuePage.copyAll')}</Button>
        <Button onClick={() => saveFile(`${name}.csv`, csvOf([[t('userDeals.code')], ...codes.map(code => [code])]))}>
          {t('issuePage.download')}
        </Button>
        <Button type="primary" onClick={onClose}>
          {t('issuePage.close')}
        </Button>
      </div>
    </>
  )
}
