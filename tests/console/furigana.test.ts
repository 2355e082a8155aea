import { beforeAll, expect, test } from 'bun:test';
import type { Page } from 'puppeteer-core';
import { byRole, click, fill, find, findText, waitUntilGone } from '../browser/interactions.ts';
import { isFull } from '../testing/runs.ts';
import { describeConsole } from './describeConsole.ts';
import { openBody } from './openBody.ts';

const paragraph = (text: string) => ({ type: 'paragraph', text });

describeConsole((service) => {
  let olga: Page;
  beforeAll(async () => {
    olga = await service().openPage();
  });

  test('furigana is set with an input method, shown, changed, removed and undone', async () => {
    const { type, press, chord, expectSaved } = await openBody(
      service(),
      olga,
      [paragraph('京都の店です')],
      'ja',
    );
    const session = await olga.createCDPSession();
    const set = async (base: string, typed: string) => {
      await chord(['Control', 'Alt'], 'KeyR');
      await find(olga, byRole('textbox', `「${base}」の読み`));
      const end = typed.length;
      await session.send('Input.imeSetComposition', { text: typed, selectionStart: end, selectionEnd: end });
      // The Enter that ends the composition sets nothing yet.
      const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 };
      await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key });
      await session.send('Input.insertText', { text: typed });
      await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
      await find(olga, byRole('textbox', `「${base}」の読み`));
      await press('Enter');
      await waitUntilGone(olga, byRole('textbox', `「${base}」の読み`));
    };
    await press('Home');
    await chord(['Shift'], 'ArrowRight');
    await chord(['Shift'], 'ArrowRight');
    await set('京都', 'きょうと');
    await expectSaved([paragraph('<ruby>京都<rt>きょうと</rt></ruby>の店です')]);
    expect(await olga.$eval('.ProseMirror ruby > rt', (rt) => Reflect.get(rt, 'textContent'))).toBe(
      'きょうと',
    );
    // It counts once.
    await findText(olga, '6文字');
    // The caret is behind it, and what is typed is not part of it.
    await type('x');
    await press('ArrowLeft', 'ArrowLeft');
    await type('y');
    await press('End');
    // Without a selection, the kanji before the caret; a space gives each character its own.
    await session.send('Input.insertText', { text: 'と焙煎' });
    await set('焙煎', 'ばい せん');
    const mono = '<ruby>焙<rt>ばい</rt>煎<rt>せん</rt></ruby>';
    await expectSaved([paragraph(`y<ruby>京都<rt>きょうと</rt></ruby>xの店ですと${mono}`)]);
    await chord(['Control'], 'KeyZ');
    await expectSaved([paragraph('y<ruby>京都<rt>きょうと</rt></ruby>xの店ですと焙煎')]);
    await chord(['Control', 'Shift'], 'KeyZ');
    await expectSaved([paragraph(`y<ruby>京都<rt>きょうと</rt></ruby>xの店ですと${mono}`)]);
    await press('Backspace');
    await expectSaved([paragraph('y<ruby>京都<rt>きょうと</rt></ruby>xの店ですと')]);
    // A double click changes it; the button removes it.
    const [box] = await Promise.all([(await find(olga, '.ProseMirror ruby')).boundingBox()]);
    await olga.mouse.click((box?.x ?? 0) + 10, (box?.y ?? 0) + (box?.height ?? 0) / 2, { count: 2 });
    await fill(olga, byRole('textbox', '「京都」の読み'), 'みやこ');
    await press('Enter');
    await expectSaved([paragraph('y<ruby>京都<rt>みやこ</rt></ruby>xの店ですと')]);
    await click(olga, byRole('button', 'ルビ'));
    await click(olga, byRole('button', 'ルビを外す'));
    await expectSaved([paragraph('y京都xの店ですと')]);
    await type('!');
    await expectSaved([paragraph('y京都!xの店ですと')]);
  });

  if (isFull)
    test('furigana comes in as notation and from web pages, and is copied with its readings', async () => {
      const { type, press, paste, chord, expectSaved } = await openBody(service(), olga);
      await type('**a** ｜お茶《おちゃ》 ');
      await paste({ 'text/plain': '珈琲《コーヒー》と紅茶《こうちゃ》' });
      await press('Enter');
      await paste({ 'text/html': '<p>この<ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby></p>' });
      const saved = [
        paragraph(
          '<strong>a</strong> <ruby>お茶<rt>おちゃ</rt></ruby> <ruby>珈琲<rt>コーヒー</rt></ruby>と<ruby>紅茶<rt>こうちゃ</rt></ruby>',
        ),
        paragraph('この<ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>'),
      ];
      await expectSaved(saved);
      await olga.browserContext().overridePermissions(service().url, ['clipboard-read', 'clipboard-write']);
      await chord(['Control'], 'KeyA');
      await chord(['Control'], 'KeyX');
      await expectSaved([]);
      expect(await olga.evaluate('navigator.clipboard.readText()')).toBe(
        'a ｜お茶《おちゃ》 珈琲《コーヒー》と紅茶《こうちゃ》\n\nこの漢字《かんじ》',
      );
      await chord(['Control'], 'KeyV');
      await expectSaved(saved);
    });

  test('what is typed after a link, or before it, is not part of it', async () => {
    const { type, press, expectSaved } = await openBody(service(), olga, [
      paragraph('<a href="/x">link</a>'),
    ]);
    await press('Home');
    await type('before ');
    await press('ArrowRight');
    await type('x');
    await press('End');
    await type(' after');
    await press('Enter');
    await type('[other](example.com) text');
    await expectSaved([
      paragraph('before <a href="/x">lxink</a> after'),
      paragraph('<a href="https://example.com">other</a> text'),
    ]);
  });
});
