import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.*;
import org.apache.lucene.analysis.charfilter.*;
import org.apache.lucene.analysis.core.*;
import org.apache.lucene.analysis.icu.*;
import org.apache.lucene.analysis.miscellaneous.*;
import org.apache.lucene.analysis.pattern.*;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/**
 * The analysers of the text index, on Lucene itself. Each input line is a command, a tab and its
 * argument in UTF-8 with \n, \t and \\ escaped: `gap` and `identifier` and `character` give a
 * pattern, `words`, `identifiers` and `characters` a text, whose terms are the output line.
 */
public class Analyse {
  static final Map<String, Pattern> PATTERNS = new HashMap<>();

  static Reader oneSpelling(Reader reader) {
    NormalizeCharMap.Builder map = new NormalizeCharMap.Builder();
    for (String dash : new String[] {"\u2010", "\u2011", "\u2012", "\u2013", "\u2212"}) map.add(dash, "-");
    return new MappingCharFilter(map.build(), reader);
  }

  static TokenStream build(String field, String text) throws IOException {
    Reader reader = new StringReader(text);
    Tokenizer tokenizer;
    switch (field) {
      case "words":
        tokenizer = new PatternTokenizer(PATTERNS.get("gap"), -1);
        tokenizer.setReader(new ICUNormalizer2CharFilter(oneSpelling(reader)));
        TokenStream words = new LengthFilter(tokenizer, 1, 80);
        return new ASCIIFoldingFilter(new org.apache.lucene.analysis.LowerCaseFilter(words));
      case "identifiers":
        tokenizer = new PatternTokenizer(PATTERNS.get("identifier"), 0);
        tokenizer.setReader(oneSpelling(reader));
        TokenStream whole = new ICUNormalizer2Filter(tokenizer,
            com.ibm.icu.text.Normalizer2.getNFKCInstance());
        return new ASCIIFoldingFilter(new org.apache.lucene.analysis.LowerCaseFilter(new LengthFilter(whole, 1, 200)));
      default:
        tokenizer = new PatternTokenizer(PATTERNS.get("character"), 0);
        tokenizer.setReader(new ICUNormalizer2CharFilter(reader));
        return tokenizer;
    }
  }

  static String unescape(String line) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c != '\\') { text.append(c); continue; }
      c = line.charAt(++i);
      text.append(c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : '\\');
    }
    return text.toString();
  }

  public static void main(String[] arguments) throws Exception {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintStream out = new PrintStream(System.out, false, "UTF-8");
    for (String line; (line = in.readLine()) != null; ) {
      int tab = line.indexOf('\t');
      String command = line.substring(0, tab), argument = unescape(line.substring(tab + 1));
      if (command.equals("gap") || command.equals("identifier") || command.equals("character")) {
        PATTERNS.put(command, Pattern.compile(argument));
        continue;
      }
      List<String> terms = new ArrayList<>();
      try (TokenStream stream = build(command, argument)) {
        CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
        stream.reset();
        while (stream.incrementToken()) terms.add(term.toString());
        stream.end();
      } catch (StackOverflowError error) {
        terms = Arrays.asList("StackOverflowError");
      }
      out.println(String.join("\t", terms));
    }
    out.flush();
  }
}
