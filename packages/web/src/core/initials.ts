/** The first character of each pinyin initial, in pinyin order; no syllable begins with i, u or v. */
const firsts = '阿八嚓哒妸发旮哈讥咔垃妈拏噢妑七呥仨他穵夕丫帀'
const letters = 'abcdefghjklmnopqrstwxyz'
const collator = new Intl.Collator('zh-CN-u-co-pinyin')
/** Characters of this trade and of names that are read in two ways; the order knows only one. */
const twice: Readonly<Record<string, string>> = {
  行: 'xh',
  调: 'dt',
  重: 'zc',
  长: 'cz',
  会: 'hk',
  查: 'cz',
  系: 'xj',
  参: 'cs',
  降: 'jx',
  解: 'jx',
  盛: 'sc',
  石: 'sd',
  乐: 'ly',
  朝: 'cz',
  曾: 'cz',
  单: 'ds',
  沈: 'sc',
  卡: 'kq',
  厦: 'sx',
  藏: 'cz',
  和: 'hg',
  还: 'hx',
  区: 'qo',
  车: 'cj',
  度: 'dd',
}

/** The letters that each character may be found by: `油品` → `y`, `p`. Letters and digits stand for themselves. */
function lettersOf(text: string): string[] {
  return [...text]
    .map(character => {
      if (/[a-z0-9]/i.test(character)) return character.toLowerCase()
      if (!/\p{Script=Han}/u.test(character)) return ''
      const index = [...firsts].findLastIndex(first => collator.compare(first, character) <= 0)
      return [...new Set(`${letters[index] ?? ''}${twice[character] ?? ''}`)].join('')
    })
    .filter(Boolean)
}

/** `油品销售` → `ypxs`: what is typed to find a Chinese name without an input method. */
export const initials = (text: string): string =>
  lettersOf(text)
    .map(choice => choice[0])
    .join('')

/** Made once for a name, then asked with whatever is typed: where its initials begin to match, or -1. */
export function initialsFinder(text: string): (typed: string) => number {
  const choices = lettersOf(text)
  return typed =>
    typed === '' ? -1 : choices.findIndex((_, from) => [...typed].every((letter, place) => choices[from + place]?.includes(letter)))
}
