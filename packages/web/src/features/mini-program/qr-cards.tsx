import type { Returned, qrCodes } from '@forecourt/contract'
import { saveBlob } from '../../core/save.ts'
import { t } from '../../i18n/index.ts'
import { CopyButton } from '../../kit/feedback/copy.tsx'
import { Button } from '../../kit/ui.ts'
import { pngFile, QrPicture, svgFile } from './qr-picture.tsx'

type Codes = Returned<typeof qrCodes.list>

/** Names of files take no part of a path. */
const fileName = (codes: Codes, name: string, ending: string) =>
  `${[name, codes.miniProgram.name].join(' - ').replaceAll(/[\\/:*?"<>|]/g, '_')}.${ending}`

/** Each code as it will be scanned, with its name and its link. */
export const QrCards = ({ codes }: { codes: Codes }) => (
  <ul className="qr-cards" aria-label={t('qrPage.codes')}>
    {codes.content.map(({ id, name, stationName, link }) => (
      <li key={id}>
        <QrPicture link={link} label={t('qrPage.codeOf', { name })} />
        <h2>{name}</h2>
        {stationName && <p>{stationName}</p>}
        {codes.deal && <p>{t('qrPage.withDeal', { name: codes.deal.name })}</p>}
        <p className="qr-link">
          <span>{link}</span> <CopyButton always text={link} label={t('qrPage.copyLink', { name })} />
        </p>
        <div className="qr-acts">
          <Button
            size="small"
            aria-label={t('qrPage.pngOf', { name })}
            onClick={() => void pngFile(link).then(file => saveBlob(fileName(codes, name, 'png'), file))}>
            {t('qrPage.png')}
          </Button>
          <Button
            size="small"
            aria-label={t('qrPage.svgOf', { name })}
            onClick={() => saveBlob(fileName(codes, name, 'svg'), svgFile(link))}>
            {t('qrPage.svg')}
          </Button>
        </div>
      </li>
    ))}
  </ul>
)
