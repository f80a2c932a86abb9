import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linksIn } from '../../../../contract/links.ts'
import { BATCH_POSTS_MAX } from '../../../../contract/names.ts'
import {
  readPastedPostsAtOnce,
  readPastedPostsInSlices,
  SLICE,
} from '../../../../src/posts/form/pastedPosts.ts'

const urlsInText = (text: string) => readPastedPostsAtOnce(text).urls

describe('links in a text', () => {
  const A = 'https://x.com/a/status/1'
  const B = 'https://twitter.com/b/status/2?s=20'

  it.each(['x.com', 'twitter.com', 'www.x.com', 'm.twitter.com', 'mobile.x.com', 'X.COM'])(
    'an address on %s without its protocol is found only at the beginning of a word',
    (host) => {
      expect(urlsInText(`${host}/a/status/1`)).toEqual([`${host}/a/status/1`])
      expect(urlsInText(`not${host}/a ads.${host}/a ${host} ${host}.example/a`)).toEqual([])
    },
  )

  it.each(['.', '...', '?', '!?', ':'])(
    'the mark %j after an address is left out, and kept inside it',
    (mark) => {
      expect(linksIn(`${B}${mark} ${A}${mark}b`)).toEqual([B, `${A}${mark}b`])
    },
  )

  it('addresses with http or https are found in any case, and no other protocol', () => {
    expect(urlsInText('HTTP://x.com/a https://x.com/b ftp://x.com/c')).toEqual([
      'HTTP://x.com/a',
      'https://x.com/b',
    ])
    expect(urlsInText('HTTPS://x.com/aHTTP://x.com/b')).toEqual(['HTTPS://x.com/a', 'HTTP://x.com/b'])
  })

  it('no URL is found in a text without one', () => {
    expect(urlsInText('ポストのURLを入れてください x.com')).toEqual([])
  })

  it.each([
    ['見て https://vxtwitter.com/a/status/1/ja です', A],
    ['fixupx.com/a/status/1', A],
    ['見てx.com/a/status/1', 'x.com/a/status/1'],
    ['https://xcancel.com/a', 'https://x.com/a'],
  ])('the link of a mirror becomes one of X: %s', (text, url) => {
    expect(urlsInText(text)).toEqual([url])
  })
})

describe('posts in a text', () => {
  const A = 'https://x.com/a/status/1'

  it("only the posts of a pasted table of X's analytics are taken, and the other links counted", () => {
    const table = [
      'Post id,Date,Post text,Post Link,Impressions',
      '"1","Fri, Nov 20, 2026","新刊です https://t.co/AbC1 https://t.co/AbC2","https://x.com/a/status/1","12"',
      '"2","Sat, Nov 21, 2026","おはよう, https://t.co/AbC3","https://x.com/a/status/2","3"',
      '"3","Sun, Nov 22, 2026","絵 #絵","https://x.com/a/status/3","4"',
    ].join('\n')
    expect(readPastedPostsAtOnce(table)).toEqual({
      urls: [A, 'https://x.com/a/status/2', 'https://x.com/a/status/3'],
      others: 3,
      older: 0,
    })
  })

  it('every link of a pasted text without a post is taken, so that each can be corrected', () => {
    expect(readPastedPostsAtOnce('https://t.co/AbC https://x.com/a')).toEqual({
      urls: ['https://t.co/AbC', 'https://x.com/a'],
      others: 0,
      older: 0,
    })
  })

  it('the only post of a pasted text is found, whatever words and links surround it', () => {
    const words = fc.string({
      unit: fc.constantFrom(...'たろうカナ東京さんabc 12ー、。！「」🎨\n@'),
      maxLength: 30,
    })
    const other = fc.constantFrom(
      '',
      ' https://t.co/AbC ',
      ' https://example.com/a/status/9 ',
      ' https://x.com/b ',
    )
    const post = fc.constantFrom(A, 'https://fxtwitter.com/a/status/1', 'https://nitter.net/a/status/1#m', A)
    fc.assert(
      fc.property(words, other, post, words, other, (before, first, post, after, last) => {
        expect(urlsInText(`${before}${first} ${post} ${last}${after}`)).toEqual([A])
      }),
    )
  })
})

describe('lists of posts', () => {
  it('every list of post URLs is split, whatever separates them', () => {
    const url = fc.bigInt({ min: 1n, max: 10n ** 18n }).map((id) => `https://x.com/name/status/${id}`)
    const separator = fc.constantFrom('\n', '\r\n', ' ', '\t', ', ', '、', ' | ', '；', '')
    fc.assert(
      fc.property(fc.uniqueArray(url, { minLength: 1 }), separator, (urls, separator) => {
        expect(urlsInText(urls.join(separator))).toEqual(urls)
      }),
    )
  })
})

describe('whatever people paste', () => {
  const POST = 'https://x.com/taro_1/status/1980000000000000123'
  const encoded = encodeURIComponent(POST)
  const fullWidth = (text: string) =>
    [...text].map((letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)).join('')
  const BY_ID = 'https://x.com/i/status/1980000000000000123'

  it.each([
    // Marks and escapes.
    ['bold', `**${POST}**`],
    ['italics', `_${POST}_`],
    ['struck out', `~~${POST}~~`],
    ['a wiki link', `[[${POST}]]`],
    ['a link between angle brackets', `<${POST}>`],
    ['a link of Markdown', `[題](${POST})`],
    ['a link of Slack', `<${POST}|題>`],
    ['code', `\`${POST}\``],
    ['a line that goes on', `${POST}\\`],
    ['an underscore of HTML', POST.replace('_', '&#95;')],
    ['an encoded underscore', POST.replace('_', '%5F')],
    ['JSON with encoded slashes', POST.replaceAll('/', '\\u002F')],
    ['escaped underscores', 'https://x.com/taro\\_1/status/1980000000000000123'],
    ['JSON', `{"url":"https:\\/\\/x.com\\/taro_1\\/status\\/1980000000000000123"}`],
    // Other services.
    ['Google', `https://www.google.com/url?q=${encoded}&sa=D&source=docs`],
    ['Google, not encoded', `https://www.google.com/url?q=${POST}&sa=D`],
    [
      'a wrapper in a wrapper',
      `https://l.facebook.com/l.php?u=${encodeURIComponent(`https://www.google.com/url?q=${encoded}`)}`,
    ],
    ['an archive of the web', `https://web.archive.org/web/2026/${POST}`],
    ['a percent-encoded URL', encoded],
    ['full-width letters', fullWidth(POST)],
  ])('a post is read out of %s', (_, pasted) => {
    expect(urlsInText(pasted)).toEqual([POST])
  })

  it.each([
    ['twitter.com/statuses/1980000000000000123', null],
    ['https://x.com/@taro_1/status/1980000000000000123', null],
    ['https://x.com/i/birdwatch/t/1980000000000000123?source=6', null],
    ['https://x.com/taro_1/article/1980000000000000123/media/2', null],
    ['https://x.com/intent/post?in_reply_to=1980000000000000123', null],
    ['twitter://status?id=1980000000000000123', BY_ID],
    ['twitter://status?status_id=1980000000000000123', BY_ID],
    ['https://platform.twitter.com/embed/Tweet.html?dnt=false&id=1980000000000000123&lang=ja', BY_ID],
  ])('the address %s is one of a post', (url, shown) => {
    expect(urlsInText(url)).toEqual([shown ?? url])
  })

  it.each([
    'twitter.com/i/web/status/1…',
    'x.com/taro/status/19800…',
    'https://x.com/taro/status/19800...',
    'x.com/ta…',
    'x.com/taro/status/198…/photo/1',
    'x.com/taro/status/198…?s=20',
    'https://x.com/intent/post?in_reply_to=198…',
    'twitter://status?id=198…',
    'x.com/ta…/status/1980000000000000123',
  ])('a link that X shows cut is never guessed: %s', (cut) => {
    expect(urlsInText(cut)).toEqual([cut.replace('…', '...')])
    expect(urlsInText(`${cut} ${POST}`)).toEqual([cut.replace('…', '...'), POST])
  })

  it.each(['‥', '..', '⋯', '・・・', '…。', '...!'])(
    'a link that is cut with %s is never guessed',
    (dots) => {
      expect(urlsInText(`x.com/taro/status/198${dots}`)).toEqual(['x.com/taro/status/198...'])
      expect(urlsInText(`https://fxtwitter.com/taro/status/198${dots}`)).toEqual([
        'https://x.com/taro/status/198...',
      ])
    },
  )

  it('a whole id is read, also if X cut its link behind it', () => {
    expect(urlsInText(`${POST}…`)).toEqual([POST])
  })

  it('bare ids are posts, in a column or alone, and those that a table rounded stay as they are', () => {
    expect(urlsInText('1980000000000000123')).toEqual([BY_ID])
    expect(urlsInText('"Tweet id","Likes"\n"1980000000000000123","12"\n="198000000000012",3')).toEqual([
      BY_ID,
      'https://x.com/i/status/198000000000012',
    ])
    expect(urlsInText('1.98E+18\n1980000000000000000\n1980000000000000123')).toEqual([
      '1.98E+18',
      '1980000000000000000',
      BY_ID,
    ])
    // Where a comma is the decimal mark, and with no digits behind it.
    expect(urlsInText('"1,98E+18";"3"\n1,98E+18\t4\n2E+18')).toEqual(['1,98E+18', '2E+18'])
    for (const words of ['「1980000000000000123」', '1980000000000000123。', 'ID：1980000000000000123、'])
      expect(urlsInText(words)).toEqual([BY_ID])
    expect(urlsInText('12345 090-1234-5678 2026-11-27')).toEqual([])
    // In a table with links, other numbers are those of accounts.
    expect(urlsInText(`1555555555555555555\t${POST}`)).toEqual([POST])
  })

  const archive = (ids: readonly string[]) =>
    `window.YTD.tweets.part0 = ${JSON.stringify(
      ids.map((id) => ({
        tweet: {
          edit_info: { initial: { editTweetIds: [id] } },
          entities: {
            user_mentions: [{ id_str: '1555555555555555555' }],
            media: [{ id_str: '1666666666666666666' }],
          },
          id_str: id,
          in_reply_to_status_id_str: '1777777777777777777',
          full_text: 'a "quoted" {brace} https://t.co/x https://x.com/hanako/status/5',
        },
      })),
      null,
      2,
    )}`

  it("the posts of X's archive are read, the newest 200 with the number of the others, also if the file was cut off", async () => {
    const id = (index: number) => String(1_980_000_000_000_000_001n + BigInt(index))
    const few = [id(2), id(1)]
    expect(urlsInText(archive(few))).toEqual(few.map((id) => `https://x.com/i/status/${id}`))
    const many = Array.from({ length: 2_000 }, (_, index) => id(index))
    const read = await readPastedPostsInSlices(archive(many))
    expect(read.urls).toEqual(many.slice(-BATCH_POSTS_MAX).map((id) => `https://x.com/i/status/${id}`))
    expect(read.older).toBe(1_800)
    expect(urlsInText(archive(many).slice(0, 1_500)).length).toBeGreaterThan(0)
  })

  it('a post that is named in two forms is one, and 101 posts that are named twice each are 101', () => {
    const posts = Array.from({ length: 101 }, (_, index) => `https://x.com/taro_1/status/${index + 1}`)
    const twice = posts.flatMap((url) => [url, `${url.replace('x.com', 'twitter.com')}/photo/1`])
    const { urls, older } = readPastedPostsAtOnce(twice.join('\n'))
    expect([urls.length, older]).toEqual([101, 0])
  })

  it('a rounded id stays whole where a long text is read in slices', () => {
    for (let before = SLICE - 12; before < SLICE; before++)
      expect(urlsInText(`${'あ'.repeat(before)} 1,98E+18 x`)).toEqual(['1,98E+18'])
  })

  it('no link is lost where a long text is read in slices', () => {
    const posts = Array.from({ length: 150 }, (_, index) => `https://x.com/taro_1/status/${index + 1}`)
    for (const separator of ['\n', ',', `\n${'あ'.repeat(SLICE / 10)}\n`])
      expect(urlsInText(posts.join(separator))).toEqual(posts)
  })
})
