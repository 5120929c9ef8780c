/** The first character of each pinyin initial, in pinyin order; no syllable begins with i, u or v. */
const firsts = '阿八嚓哒妸发旮哈讥咔垃妈拏噢妑七呥仨他穵夕丫帀'
const letters = 'abcdefghjklmnopqrstwxyz'
const collator = new Intl.Collator('zh-CN-u-co-pinyin')

/** `油品销售` → `ypxs`: what is typed to find a Chinese name without an input method. Letters and digits stand for themselves. */
export function initials(text: string): string {
  return [...text]
    .map(character => {
      if (/[a-z0-9]/i.test(character)) return character.toLowerCase()
      if (!/\p{Script=Han}/u.test(character)) return ''
      const index = [...firsts].findLastIndex(first => collator.compare(first, character) <= 0)
      return letters[index] ?? ''
    })
    .join('')
}
