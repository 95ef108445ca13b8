"""Equations of Word, PowerPoint and web pages as readable lines."""

import pytest
from lxml import etree

from ragstudio.parsing.equations import MATH, read_mathml, read_omml

NAMESPACE = MATH[1:-1]


def run(text: str) -> str:
    return f"<m:r><m:t>{text}</m:t></m:r>"


@pytest.mark.parametrize(
    ("inside", "text"),
    [
        (f"{run('F=')}<m:f><m:num>{run('m·g')}</m:num><m:den>{run('4,7')}</m:den></m:f>",
         "F=m·g/4,7"),
        (f"<m:f><m:num>{run('a+b')}</m:num><m:den>{run('c·d')}</m:den></m:f>", "(a+b)/(c·d)"),
        (f"<m:sSup><m:e>{run('x')}</m:e><m:sup>{run('2')}</m:sup></m:sSup>", "x^2"),
        (f"<m:sSub><m:e>{run('v')}</m:e><m:sub>{run('max')}</m:sub></m:sSub>", "v_max"),
        (f"<m:sSubSup><m:e>{run('x')}</m:e><m:sub>{run('i')}</m:sub>"
         f"<m:sup>{run('n+1')}</m:sup></m:sSubSup>", "x_i^(n+1)"),
        (f"<m:rad><m:radPr/><m:deg/><m:e>{run('x')}</m:e></m:rad>", "sqrt(x)"),
        (f"<m:rad><m:deg>{run('3')}</m:deg><m:e>{run('x')}</m:e></m:rad>", "root(3, x)"),
        (f"<m:nary><m:naryPr><m:chr m:val='∑'/></m:naryPr><m:sub>{run('i=1')}</m:sub>"
         f"<m:sup>{run('n')}</m:sup><m:e>{run('i')}</m:e></m:nary>", "∑_(i=1)^n i"),
        (f"<m:d><m:dPr><m:begChr m:val='['/><m:endChr m:val=']'/></m:dPr><m:e>{run('a')}</m:e>"
         f"<m:e>{run('b')}</m:e></m:d>", "[a|b]"),
        (f"<m:func><m:fName>{run('sin')}</m:fName><m:e>{run('x')}</m:e></m:func>", "sin x"),
        (f"<m:m><m:mr><m:e>{run('1')}</m:e><m:e>{run('2')}</m:e></m:mr>"
         f"<m:mr><m:e>{run('3')}</m:e><m:e>{run('4')}</m:e></m:mr></m:m>", "[1, 2; 3, 4]"),
    ],
)  # fmt: skip
def test_office_equations(inside: str, text: str) -> None:
    assert read_omml(etree.fromstring(f"<m:oMath xmlns:m='{NAMESPACE}'>{inside}</m:oMath>")) == text


@pytest.mark.parametrize(
    ("inside", "text"),
    [
        ("<mi>P</mi><mo>=</mo><mfrac><mi>U</mi><mi>R</mi></mfrac>", "P=U/R"),
        ("<msup><mi>x</mi><mn>2</mn></msup><mo>+</mo><msqrt><mi>y</mi></msqrt>", "x^2+sqrt(y)"),
        ("<mroot><mi>x</mi><mn>3</mn></mroot>", "root(3, x)"),
        ("<mrow><mi>sin</mi><mi>x</mi></mrow>", "sin x"),
        ("<semantics><mrow><mi>a</mi></mrow><annotation>\\alpha</annotation></semantics>", "a"),
        ("<munderover><mo>∑</mo><mn>1</mn><mi>n</mi></munderover><mi>k</mi>", "∑_1^n k"),
        ("<mn>2</mn><mo>&#x2062;</mo><mi>x</mi>", "2x"),
        ("<mfenced><mi>a</mi><mi>b</mi></mfenced>", "(a, b)"),
        ("<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr></mtable>", "[1, 2]"),
        ("<mi>d</mi><mtext> per tonne</mtext>", "d per tonne"),
    ],
)
def test_web_equations(inside: str, text: str) -> None:
    namespace = "xmlns='http://www.w3.org/1998/Math/MathML'"
    assert read_mathml(etree.fromstring(f"<math {namespace}>{inside}</math>")) == text
