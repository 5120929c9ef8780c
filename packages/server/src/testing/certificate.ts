import { issueCertificate } from '@forecourt/simulator/sandbox/certificate.ts'

/** A certificate that signs itself, and its key, as PEM. */
export function selfSigned(name: string, until: Date): { cert: string; key: string } {
  const { certificate: cert, privateKey: key } = issueCertificate('ec', { CN: name }, { until })
  return { cert, key }
}
