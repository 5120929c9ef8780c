/**
 * A value as text of the grammar of `search`: what has a meaning there loses it.
 * A line break or a tab, come along with something pasted, is a blank: the grammar has no word for it.
 */
export function searchLiteral(value: string | number | boolean): string {
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  const text = String(value).replaceAll(/[\u0000-\u001F\u007F]/g, ' ')
  return text === 'null' ? '\\null' : text.replaceAll(/[,|()[\]*\\]|^[:<>= ]| $/g, '\\$&')
}
