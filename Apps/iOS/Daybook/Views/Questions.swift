import DaybookPhone
import SwiftUI

extension View {
    /// The questions of Core, asked above the screen that is on top.
    func questions(_ phone: PhoneApp, isAbove: Bool) -> some View {
        modifier(Questions(phone: phone, isAbove: isAbove))
    }
}

private struct Questions: ViewModifier {
    var phone: PhoneApp
    var isAbove: Bool

    func body(content: Content) -> some View {
        let question = phone.question
        content.alert(Text(verbatim: question?.title ?? ""), isPresented: isAsked) {
            if let question {
                if let yes = question.yes {
                    Button(yes, role: question.isDestructive ? .destructive : nil) { phone.send(.overlay(.confirmed)) }
                }
                if question.offersToRemoveSamples {
                    Button("Remove all samples", role: .destructive) { phone.send(.list(.samplesRemoved)) }
                }
                Button(question.no, role: .cancel) { phone.decline() }
            }
        } message: {
            Text(verbatim: question?.text ?? "")
        }
    }

    private var isAsked: Binding<Bool> {
        Binding(get: { isAbove && phone.question != nil }, set: { if !$0, phone.question != nil { phone.decline() } })
    }
}
